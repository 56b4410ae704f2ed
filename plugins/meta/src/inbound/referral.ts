import * as z from 'zod'
import { words } from './fields.ts'

/** What led somebody here: an advertisement, a link, a post. */
export const Referral = z.object({ ref: words, source: words, type: words, ad_id: words, referer_uri: words })

/** Only what says something, as short texts. */
export function referralOf(found: z.output<typeof Referral> | undefined): Record<string, string> | undefined {
  const entries = Object.entries(found ?? {}).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, value.slice(0, 500)]],
  )
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
