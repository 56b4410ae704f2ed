import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { manifestFor } from './package.ts'

it('the helper may reach the page of WhatsApp and the address it was made for, and nothing else', () => {
  const source = readFileSync(join(import.meta.dirname, '../../extension/manifest.json'), 'utf8')
  const manifest = JSON.parse(manifestFor('https://recado.example:8443', source).toString()) as Record<string, unknown>
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
