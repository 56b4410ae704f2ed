/* Text of WhatsApp's data, for agents. */

interface OrderItem {
  readonly product_retailer_id: string
  readonly quantity: number
  readonly item_price?: number | undefined
  readonly currency?: string | undefined
}

/** One line per article: how many, which, at what price. */
export function orderText(items: readonly OrderItem[], note = ''): string {
  const lines = items.map(
    ({ quantity, product_retailer_id: article, item_price: price, currency }) =>
      `🛒 ${quantity} × ` +
      `${article}${
        price === undefined ? '' : ` · ${[currency, price].filter((part) => part !== undefined).join(' ')}`
      }`,
  )
  const total =
    items.every((item) => item.item_price !== undefined && item.currency === items[0]!.currency) && items.length > 1
      ? items.reduce((sum, item) => sum + item.quantity * item.item_price!, 0)
      : undefined
  return (
    [
      ...lines,
      ...(total === undefined
        ? []
        : [`= ${[items[0]!.currency, Math.round(total * 100) / 100].filter((part) => part !== undefined).join(' ')}`]),
      ...(note === '' ? [] : [note]),
    ].join('\n') || '🛒'
  )
}

/** The token belongs to the flow, not to what was answered. */
const technical = new Set(['flow_token'])

/** The fields of a filled form, one per line. */
export function flowAnswers(body: string | undefined, json: string | undefined): string {
  const fields = objectIn(json)
  const lines = Object.entries(fields)
    .filter(([name]) => !technical.has(name))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  return lines.join('\n') || body || '📋'
}

function objectIn(json: string | undefined): Record<string, unknown> {
  try {
    const value = JSON.parse(json ?? '{}') as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}
