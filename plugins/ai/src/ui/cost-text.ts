import { useWords } from '@recado/sdk/ui'
import type { Cost } from '../usage/cost.ts'

/** An amount as its currency is written, and to two digits that say something where it is less than one. */
export function moneyText(locale: string, { amount, currency }: Pick<Cost, 'amount' | 'currency'>): string {
  const small = { minimumSignificantDigits: 2, maximumSignificantDigits: 2, roundingPriority: 'morePrecision' } as const
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    ...(amount > 0 && amount < 1 && small),
  }).format(amount)
}

/** Writes amounts in the language of the interface. */
export function useCostText() {
  const { t, i18n } = useWords()
  return {
    /** The amount alone. */
    money: (cost: Cost): string => moneyText(i18n.language, cost),
    /** The amount, and how many questions are not in it. */
    cost: (cost: Cost): string => {
      const amount = moneyText(i18n.language, cost)
      return cost.unpriced === 0 ? amount : t('cost.without', { amount, count: cost.unpriced })
    },
  }
}
