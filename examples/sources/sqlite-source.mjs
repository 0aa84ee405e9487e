import { memorySource } from 'skillway'

/** The skills in the table `files (skill, path, content)`, read again after the table has changed. */
export function sqliteSource(label, db) {
  let read = { version: undefined, skills: {} }
  return memorySource(label, () => {
    const { version } = db.get('SELECT total_changes() AS version')
    if (version !== read.version) read = { version, skills: skillsIn(db) }
    return read.skills
  })
}

function skillsIn(db) {
  const skills = {}
  for (const { skill, path, content } of db.all('SELECT skill, path, content FROM files')) {
    skills[skill] ??= {}
    skills[skill][path] = content
  }
  return skills
}
