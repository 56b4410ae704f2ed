import * as z from 'zod'
import { words } from './fields.ts'
import type { RawMessage } from './raw-message.ts'

const Referral = z.object({
  source_url: words,
  source_id: words,
  source_type: words,
  headline: words,
  body: words,
  media_type: words,
  image_url: words,
  video_url: words,
  thumbnail_url: words,
  ctwa_clid: words,
  welcome_message: z.object({ text: words }).optional().catch(undefined),
})

/** Origin of a conversation: an advertisement, a post, or an article of the catalogue. Names are the provider's. */
export function referralOf(message: RawMessage): Record<string, string> | undefined {
  const { data } = Referral.safeParse(message['referral'])
  const { welcome_message: welcome, ...advertisement } = data ?? {}
  const product = message.context?.referred_product
  const facts = Object.entries({
    ...advertisement,
    welcome_message: welcome?.text,
    catalog_id: product?.catalog_id,
    product_retailer_id: product?.product_retailer_id,
  }).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value.slice(0, 2_000)] as const]))
  return facts.length === 0 ? undefined : Object.fromEntries(facts)
}
