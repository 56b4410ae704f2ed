import { chatwootLayout, latestOfChatwoot } from '../chatwoot/chatwoot-database.ts'
import { describeChatwootDatabase } from '../chatwoot/describe-chatwoot-database.ts'
import { ChatwootDatabasePages } from '../chatwoot/chatwoot-database-pages.ts'
import type { Latest } from '../run/latest.ts'
import { describeSource, latestOf, layoutOf, type Description } from './describe.ts'
import type { Layout } from './layout.ts'
import { Pages } from './pages.ts'
import type { Reader } from './reader.ts'
import type { Source } from './source.ts'

/** The database of another system, once it is known which. */
export interface OldDatabase {
  readonly layout: Layout
  /** What it holds of a company. Without one of several only these are told. */
  describe(company: string | null): Promise<Description>
  /** When its rows changed last. */
  latest(): Promise<Latest>
  /** @param since reads only what changed from then on, in milliseconds of the source */
  pages(company: string | null, since?: Latest): Reader
}

/** Finds out which system the database is of. @throws Refusal ERR_IMPORT_SYSTEM */
export async function recognised(source: Source): Promise<OldDatabase> {
  const chatwoot = await chatwootLayout(source)
  if (chatwoot !== undefined)
    return {
      layout: chatwoot,
      describe: (company) => describeChatwootDatabase(source, company),
      latest: () => latestOfChatwoot(source),
      pages: (company, since) => new ChatwootDatabasePages(source, chatwoot, company ?? '', since),
    }
  const layout = await layoutOf(source)
  return {
    layout,
    describe: (company) => describeSource(source, layout, company),
    latest: () => latestOf(source, layout),
    pages: (company, since) => new Pages(source, layout, company, since),
  }
}
