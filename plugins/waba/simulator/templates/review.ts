import type { SimulatorAnswer, SimulatorRequest } from '@recado/sdk/testing/simulator'
import { readFile } from 'node:fs/promises'
import type { TemplateShelf } from './shelf.ts'

/**
 * `/review…`: the page on which a person plays Meta's reviewers. @param setCallback enters the app's own address, to
 * which notices go
 */
export async function reviewRoutes(
  shelf: TemplateShelf,
  request: SimulatorRequest,
  setCallback: (url: string) => void,
): Promise<SimulatorAnswer> {
  const { pathname } = request.url
  if (pathname === '/review')
    return {
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: await readFile(new URL('review.html', import.meta.url), 'utf8'),
    }
  if (pathname === '/review/state')
    return { body: { templates: shelf.all.filter(({ status }) => status !== 'DELETED') } }
  if (pathname !== '/review/decide' || request.method !== 'POST') return { status: 404 }
  const { id, decision, word, callback } = (await request.fields()) as Readonly<Record<string, string | undefined>>
  if (callback !== undefined) setCallback(callback)
  const template = shelf.byId(id ?? '')
  if (!template) return callback === undefined ? { status: 404 } : { body: {} }
  switch (decision) {
    case 'approve':
      shelf.approve(template)
      break
    case 'reject':
      shelf.reject(template, word)
      break
    case 'pause':
      shelf.pause(template)
      break
    case 'disable':
      shelf.disable(template)
      break
    case 'recategorise':
      shelf.recategorise(template, word ?? 'MARKETING')
      break
    case 'rate':
      shelf.rate(template, word ?? 'GREEN')
      break
    default:
      return { status: 404 }
  }
  return { body: {} }
}
