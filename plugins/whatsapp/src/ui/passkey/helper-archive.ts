import { helperFiles, helperFolder, manifestFor } from '../../helper/files.ts'
import { zipOf } from '../../helper/zip.ts'

/** The helper for the address of this page, as an archive to be unpacked. @throws where a file cannot be fetched */
export async function helperArchive(): Promise<Blob> {
  const files = await Promise.all(
    helperFiles.map(async (path) => {
      const response = await fetch(helperFolder + path)
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      const text = await response.text()
      return {
        path,
        bytes: new TextEncoder().encode(path === 'manifest.json' ? manifestFor(location.origin, text) : text),
      }
    }),
  )
  return new Blob([zipOf(files)], { type: 'application/zip' })
}
