import type { ConnectionRouteContext } from '@recado/sdk'
import { publicConfig, WebchatConfig } from '../channel/config.ts'
import { htmlResponse, jsonForHtml } from './html.ts'
import { widgetFiles } from './widget-files.ts'

const originOf = (url: string | undefined): string => (url === undefined ? '' : ` ${new URL(url).origin}`)

/** Sites that may embed the widget. On a developer's machine sites have no certificate. */
const sourcesOf = (domain: string): string =>
  /^(localhost|127\.0\.0\.1)(:|$)/.test(domain) ? `http://${domain} https://${domain}` : `https://${domain}`
export const frameAncestors = (domains: readonly string[]): string =>
  domains.length === 0 ? '*' : ["'self'", ...domains.map(sourcesOf)].join(' ')

/**
 * The page inside the widget: an empty document, its configuration as data, and the addresses of script and styles.
 * Its policy allows no inline script and no styles but its own, and names the sites that may frame it.
 */
export function serveFrame(_request: unknown, ctx: ConnectionRouteContext): Response {
  const { allowedDomains } = WebchatConfig.pick({ allowedDomains: true }).parse(ctx.connection.config)
  const config = publicConfig(ctx.connection.config)
  const html = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<title>Chat</title>
<link rel="stylesheet" href="${widgetFiles.style}">
<script id="config" type="application/json">${jsonForHtml({ connection: ctx.connection.connection, config })}</script>
<script type="module" src="${widgetFiles.script}"></script>
</head>
<body></body>
</html>
`
  return htmlResponse(
    html,
    {
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'connect-src': "'self'",
      'img-src': `'self' blob: data:${originOf(config.iconUrl)}`,
      'media-src': `'self' blob:${originOf(config.notificationSoundUrl)}`,
      'base-uri': "'none'",
      'form-action': "'none'",
      'object-src': "'none'",
      'frame-ancestors': frameAncestors(allowedDomains),
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    },
    { 'cross-origin-resource-policy': 'cross-origin' },
  )
}
