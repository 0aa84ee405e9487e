import type { Opening } from '../../src/sources/directory/folder.ts'
import { directorySource } from '../../src/sources/directory/source.ts'
import { memorySource } from '../../src/sources/memory.ts'
import type { SkillSource } from '../../src/sources/types.ts'
import { sourceContract, type SkillFolders } from './contract.ts'
import { folderOfAll, write } from './folder-of.ts'

function onDisk(opening: Opening): (folders: SkillFolders) => Promise<SkillSource> {
  return async (folders) => {
    const path = folderOfAll({})
    for (const [folder, files] of Object.entries(folders)) {
      for (const [file, content] of Object.entries(files)) write(path, { [`${folder}/${file}`]: content })
    }
    return directorySource({ label: 'local', roots: [{ path, shown: 'skills' }], opening })
  }
}

sourceContract('a folder, by descriptors', onDisk('descriptors'))
sourceContract('a folder, by paths', onDisk('paths'))
sourceContract('a watched folder', async (folders) => {
  const source = await onDisk('descriptors')(folders)
  source.watch!(() => {})
  return source
})
sourceContract('memory', async (folders) => memorySource('generated', folders))
