import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { helperFiles, manifestFor } from './files.ts'

it('the helper may reach the page of WhatsApp and the address it was made for, and nothing else', () => {
  const source = readFileSync(join(import.meta.dirname, '../../extension/public/manifest.json'), 'utf8')
  const manifest = JSON.parse(manifestFor('https://recado.example:8443', source)) as Record<string, unknown>
  expect(manifest).toMatchObject({
    manifest_version: 3,
    permissions: ['scripting'],
    host_permissions: ['https://web.whatsapp.com/*', 'https://recado.example:8443/*'],
    content_scripts: [
      { matches: ['https://web.whatsapp.com/*'], js: ['whatsapp.js'], run_at: 'document_start' },
      { matches: ['https://recado.example:8443/*'], js: ['recado.js'], run_at: 'document_start' },
    ],
    content_security_policy: {
      extension_pages: "default-src 'none'; script-src 'self'; connect-src https://recado.example:8443",
    },
  })
  for (const key of ['optional_host_permissions', 'externally_connectable', 'web_accessible_resources'])
    expect(manifest).not.toHaveProperty(key)
})

it('what is packed are the files that are built', () => {
  const folder = join(import.meta.dirname, '../../extension')
  const languages = readdirSync(join(folder, 'public/_locales')).map((name) => `_locales/${name}/messages.json`)
  const scripts = ['recado.js', 'whatsapp.js', 'worker.js']
  expect(helperFiles.toSorted()).toEqual([...languages, 'manifest.json', ...scripts].toSorted())
})
