import type { Benchmark } from '../report/types.ts'
import { again } from './again.ts'
import { entries } from './entries.ts'
import { firstAnswer } from './first-answer.ts'
import { frontmatter } from './frontmatter.ts'
import { http } from './http.ts'
import { imports } from './imports.ts'
import { names } from './names.ts'
import { opened } from './opened.ts'
import { sandbox } from './sandbox.ts'
import { search } from './search.ts'
import { stamps } from './stamps.ts'

/** What is measured, in this order. */
export const BENCHMARKS: readonly Benchmark[] = [
  names,
  entries,
  opened,
  again,
  firstAnswer,
  http,
  imports,
  frontmatter,
  search,
  sandbox,
  stamps,
]
