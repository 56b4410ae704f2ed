import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { expect } from 'vitest'

/** Files of an export, by name, from where its link leads. */
export async function unpacked(url: string): Promise<Map<string, string>> {
  const response = await fetch(url)
  expect(response.status).toBe(200)
  const files = new Map<string, string>()
  const entries = extract()
  Readable.fromWeb(response.body as never)
    .pipe(createGunzip())
    .pipe(entries)
  for await (const entry of entries) files.set(entry.header.name, (await buffer(entry)).toString())
  return files
}
