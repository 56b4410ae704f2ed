import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** WhatsApp's page as a stand-in, for browsers that are told to find web.whatsapp.com here. */
export interface WebPage {
  readonly port: number
  close(): void
}

/**
 * Stands in for https://web.whatsapp.com: a page with a policy as strict as that of WhatsApp, which lets no script
 * speak with anybody else. Start a browser with `--host-resolver-rules="MAP web.whatsapp.com:443 127.0.0.1:<port>"`.
 * @param tls a certificate for that name, and its key, which the browser accepts
 */
export async function startWebPage(tls: { readonly key: string; readonly cert: string }): Promise<WebPage> {
  const server = createServer(tls, (_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'self'; connect-src 'self'; style-src 'self'; require-trusted-types-for 'script'",
    })
    response.end(
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>WhatsApp</title>' +
        '<link rel="icon" href="data:,"></head><body><h1>WhatsApp Web</h1></body></html>',
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
