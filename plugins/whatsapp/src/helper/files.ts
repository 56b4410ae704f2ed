/** Files of the helper as it is built: `extension/vite.config.ts` writes them, and core serves them. */
export const helperFiles = [
  'manifest.json',
  'worker.js',
  'whatsapp.js',
  'recado.js',
  ...['en', 'es', 'pt_BR', 'ru'].map((language) => `_locales/${language}/messages.json`),
] as const
/** Where core serves them. */
export const helperFolder = '/plugins/whatsapp/helper/'

interface Manifest {
  readonly host_permissions: readonly string[]
  readonly content_scripts: readonly object[]
}

/**
 * The manifest of the helper for one address of Recado: it may reach WhatsApp's page and that address, to which answers
 * are brought and whose pages learn that the helper is there. Why:
 * docs/decisions/279-make-the-helper-for-one-address.md.
 * @param address origin of the product, as `https://recado.example`
 * @param json the manifest as it is built
 */
export function manifestFor(address: string, json: string): string {
  const manifest = JSON.parse(json) as Manifest
  const pages = `${address}/*`
  const filled = {
    ...manifest,
    host_permissions: [...manifest.host_permissions, pages],
    content_scripts: [...manifest.content_scripts, { matches: [pages], js: ['recado.js'], run_at: 'document_start' }],
    content_security_policy: { extension_pages: `default-src 'none'; script-src 'self'; connect-src ${address}` },
  }
  return `${JSON.stringify(filled, null, 2)}\n`
}
