import type { RouteAnswer, RouteRequest, SessionContext } from '@recado/sdk'
import { findPages } from './find-pages.ts'
import { readPage } from './read-page.ts'
import { RobotsMemory } from './robots-memory.ts'
import type { websiteRoutes } from './routes.ts'

type Handler<Name extends keyof typeof websiteRoutes> = (
  request: RouteRequest<(typeof websiteRoutes)[Name]>,
  ctx: SessionContext,
) => Promise<RouteAnswer<(typeof websiteRoutes)[Name]>>

/** The handlers of one process, which know what sites have said lately of programs. */
export function websiteHandlers(robots = new RobotsMemory()): {
  readonly [Name in keyof typeof websiteRoutes]: Handler<Name>
} {
  return {
    findWebsitePages: async ({ body: { address }, signal }, { fetch }) => {
      const { pages, ...rest } = await findPages(new URL(address), robots, { fetch, signal })
      return { pages: [...pages], ...rest }
    },
    readWebsitePage: ({ body: { address }, signal }, { fetch }) =>
      readPage(new URL(address), robots, { fetch, signal }),
  }
}
