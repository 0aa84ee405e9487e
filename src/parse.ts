export { parseSkill } from './skill/parse.ts'
export type { SkillFilePlace } from './skill/read-head.ts'
