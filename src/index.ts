export { createCatalog } from './catalog/catalog.ts'
export type {
  Catalog,
  CatalogListing,
  CatalogSkill,
  Explanation,
  ListOptions,
  LoadedFile,
  LoadedSkill,
  LoadOptions,
  ReadFile,
  ReadOptions,
  Resolution,
  ResolvedBy,
  SearchHit,
  SkillTree,
  SourceName,
} from './catalog/types.ts'
export { openCatalog, type OpenCatalogOptions } from './config/open-catalog.ts'
export { type ErrorCode, type ErrorDetails, SkillwayError } from './errors.ts'
export { directorySource, memorySource } from './library/sources.ts'
export type { FileContent } from './skill/content.ts'
export type { Diagnostic, DiagnosticCode, Severity } from './skill/diagnostic.ts'
export type { Frontmatter, JsonValue, Parsed, SkillDocument, SkillFile, SkillHead } from './skill/types.ts'
export type { DirectoryRoot, DirectorySourceOptions } from './sources/directory/source.ts'
export type { MemorySkills, SkillsInCode } from './sources/memory.ts'
export type {
  SkillEntry,
  SkillSource,
  SkillSummary,
  SourceCallOptions,
  SourceKind,
  SourceListing,
} from './sources/types.ts'
export { formatSkillUri } from './uri/format.ts'
export { parseReference, type SkillReference } from './uri/parse.ts'
