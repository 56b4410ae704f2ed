import { widgetFiles } from './widget-files.ts'

/** Sites include an address that stays, wherever the file lies. */
export const serveLoader = (): Response =>
  new Response(null, {
    status: 302,
    headers: {
      location: widgetFiles.loader,
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    },
  })
