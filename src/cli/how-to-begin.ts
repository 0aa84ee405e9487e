/** What somebody does who has no skills yet. */
export const HOW_TO_BEGIN =
  "name a folder of skills with --skills, or make a first one: 'skillway new .claude/skills/my-skill'"
