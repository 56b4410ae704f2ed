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

/** Parts in which pages of the widget differ: the script, its data, what it loads, and who may frame it. */
export interface WidgetPage {
  readonly script: string
  readonly data: unknown
  readonly images: string
  readonly sounds: string
  readonly ancestors: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A page of the widget: an empty document, its configuration as data, and the addresses of script and styles. Its
 * policy allows no inline script and no styles but its own, and names the sites that may frame it.
 */
export function widgetPage({ script, data, images, sounds, ancestors, headers = {} }: WidgetPage): Response {
  const html = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<title>Chat</title>
<link rel="stylesheet" href="${widgetFiles.style}">
<script id="config" type="application/json">${jsonForHtml(data)}</script>
<script type="module" src="${script}"></script>
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
      'img-src': `'self' blob: data:${images}`,
      'media-src': `'self' blob:${sounds}`,
      'base-uri': "'none'",
      'form-action': "'none'",
      'object-src': "'none'",
      'frame-ancestors': ancestors,
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    },
    headers,
  )
}

/** The page inside the widget of a connection. */
export function serveFrame(_request: unknown, ctx: ConnectionRouteContext): Response {
  const { allowedDomains } = WebchatConfig.pick({ allowedDomains: true }).parse(ctx.connection.config)
  const config = publicConfig(ctx.connection.config)
  return widgetPage({
    script: widgetFiles.script,
    data: { connection: ctx.connection.connection, config },
    images: originOf(config.iconUrl),
    sounds: originOf(config.notificationSoundUrl),
    ancestors: frameAncestors(allowedDomains),
    headers: { 'cross-origin-resource-policy': 'cross-origin' },
  })
}
