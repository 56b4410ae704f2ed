import type { PluginTransaction } from '@recado/sdk'
import type { PriceList } from './prices.ts'

/** Prices that the company entered, or null. */
export async function readPrices(tx: PluginTransaction, tenant: string): Promise<PriceList | null> {
  const [list] = (await tx.query(
    'select currency, prices from plg_ai.price_list where tenant_id = $1',
    [tenant],
    'object',
  )) as PriceList[]
  return list ?? null
}

/** Replaces the prices; with none there is no list any more. */
export async function writePrices(tx: PluginTransaction, tenant: string, { currency, prices }: PriceList) {
  if (prices.length === 0) {
    await tx.query('delete from plg_ai.price_list where tenant_id = $1', [tenant], 'array')
    return
  }
  await tx.query(
    `insert into plg_ai.price_list (tenant_id, currency, prices) values ($1, $2, $3::text::jsonb)
     on conflict (tenant_id) do update set currency = excluded.currency, prices = excluded.prices`,
    [tenant, currency, JSON.stringify(prices)],
    'array',
  )
}
