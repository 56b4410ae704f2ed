import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const folder = join(import.meta.dirname, '../../dist/ui/helper')
/** Programs unpack with this time; the same helper is the same file. */
const mtime = new Date('2026-01-01T00:00:00Z')

interface Manifest {
  readonly host_permissions: readonly string[]
  readonly content_scripts: readonly object[]
}

/**
 * The helper for one address of Recado, as a ZIP file to be unpacked and loaded: it may reach WhatsApp's page and that
 * address, and nothing else. Why: docs/decisions/279-make-the-helper-for-one-address.md.
 * @param address origin of the product, as `https://recado.example`
 * @returns undefined where the helper is not built
 */
export async function helperFor(address: string): Promise<Buffer | undefined> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
  if (!paths.includes('manifest.json')) return undefined
  const zip = new ZipFile()
  for (const path of paths) {
    const bytes = await readFile(join(folder, path))
    zip.addBuffer(path === 'manifest.json' ? manifestFor(address, bytes.toString()) : bytes, path, { mtime })
  }
  zip.end()
  return buffer(zip.outputStream)
}

/** The manifest with the one address to which answers are brought, and whose pages learn that the helper is there. */
export function manifestFor(address: string, json: string): Buffer {
  const manifest = JSON.parse(json) as Manifest
  const pages = `${address}/*`
  const filled = {
    ...manifest,
    host_permissions: [...manifest.host_permissions, pages],
    content_scripts: [...manifest.content_scripts, { matches: [pages], js: ['recado.js'], run_at: 'document_start' }],
    content_security_policy: {
      extension_pages: `default-src 'none'; script-src 'self'; connect-src ${address}`,
    },
  }
  return Buffer.from(`${JSON.stringify(filled, null, 2)}\n`)
}
