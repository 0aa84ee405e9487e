/** Cases with their titles in front, for `%s`: what vitest puts in by name is quoted and cut. */
export function titled<Case extends { title: string }>(cases: Case[]): [string, Case][] {
  return cases.map((each) => [each.title, each])
}
