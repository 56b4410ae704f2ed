import { loaderScript } from './widget-files.ts'

/** The script is small and changes with the product: sites keep it for five minutes, and longer while they ask anew. */
export async function serveLoader(): Promise<Response> {
  return new Response(await loaderScript(), {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    },
  })
}
