import { Button, ErrorState, Skeleton, Table, useNumberFormat, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { useCostText } from '../cost-text.ts'
import { PricesDialog } from './prices-dialog.tsx'
import { useUsage } from './use-prompts.ts'

/** Purposes of the plugin itself; those of other plugins are shown as they are. */
const ownPurposes = [
  'rewrite',
  'suggestion',
  'summary',
  'hints',
  'transcription',
  'image',
  'translation',
  'agent',
  'speech',
  'test',
  'embedding-passage',
  'embedding-question',
]

/** Id of this plugin: others ask by its services. */
const own = 'ai'

/** What was asked of models, how much of the budget is used, and what it cost where prices were entered. */
export function UsageCard() {
  const { t } = useWords()
  const format = useNumberFormat()
  const { money, cost: costText } = useCostText()
  const usage = useUsage()
  const [pricing, setPricing] = useState(false)
  if (usage.isPending) return <Skeleton height="6rem" className="rounded-lg" />
  if (usage.isError)
    return <ErrorState what={t('usage.title')} error={usage.error} onRetry={() => void usage.refetch()} />
  const { today, month, dailyTokens, monthlyTokens, prices, todayCost, monthCost, byPlugin, spent } = usage.data
  const budget = (used: number, most: number | null): string =>
    most === null
      ? format.whole(used)
      : t('usage.of', { used: format.whole(used), most: format.whole(most), percent: Math.round((used / most) * 100) })
  return (
    <section className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <h2 className="font-medium">{t('usage.title')}</h2>
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <div>
          <dt className="text-xs text-ink-muted">{t('usage.today')}</dt>
          <dd className="text-lg tabular-nums">{budget(today, dailyTokens)}</dd>
          {todayCost && <dd className="text-list text-ink-muted tabular-nums">{costText(todayCost)}</dd>}
        </div>
        <div>
          <dt className="text-xs text-ink-muted">{t('usage.month')}</dt>
          <dd className="text-lg tabular-nums">{budget(month, monthlyTokens)}</dd>
          {monthCost && <dd className="text-list text-ink-muted tabular-nums">{costText(monthCost)}</dd>}
        </div>
      </dl>
      {spent.length === 0 ? (
        <p className="text-list text-ink-muted">{t('usage.none')}</p>
      ) : (
        <Table label={t('usage.byPurpose')}>
          <thead>
            <tr>
              <th scope="col">{t('usage.purpose')}</th>
              <th scope="col">{t('usage.model')}</th>
              <AmountHeads withCost={prices !== null} />
            </tr>
          </thead>
          <tbody>
            {spent.map(({ plugin, purpose, model, asked, failed, input, output, cost }) => (
              <tr key={`${plugin} ${purpose} ${model}`}>
                <td>
                  {ownPurposes.includes(purpose) ? t(`usage.purposes.${purpose}`) : purpose}
                  {plugin !== own && <p className="text-xs text-ink-muted">{plugin}</p>}
                </td>
                <td className="break-words">{model}</td>
                <td className="text-right tabular-nums">
                  {failed > 0
                    ? t('usage.withFailed', { asked: format.whole(asked), failed: format.whole(failed) })
                    : format.whole(asked)}
                </td>
                <td className="text-right tabular-nums">{format.whole(input + output)}</td>
                {prices && <td className="text-right tabular-nums">{cost ? money(cost) : '–'}</td>}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {byPlugin.length > 1 && (
        <Table label={t('usage.byPlugin')}>
          <thead>
            <tr>
              <th scope="col">{t('usage.plugin')}</th>
              <AmountHeads withCost={prices !== null} />
            </tr>
          </thead>
          <tbody>
            {byPlugin.map(({ plugin, asked, tokens, cost }) => (
              <tr key={plugin}>
                <td>{plugin === own ? t('usage.own') : plugin}</td>
                <td className="text-right tabular-nums">{format.whole(asked)}</td>
                <td className="text-right tabular-nums">{format.whole(tokens)}</td>
                {prices && <td className="text-right tabular-nums">{cost ? money(cost) : '–'}</td>}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60 text-list text-ink-muted">{t(prices ? 'prices.known' : 'prices.none')}</p>
        <Button onClick={() => setPricing(true)}>{t(prices ? 'prices.change' : 'prices.enter')}</Button>
      </div>
      {pricing && (
        <PricesDialog
          prices={prices}
          models={[...new Set(spent.map(({ model }) => model))]}
          onClose={() => setPricing(false)}
        />
      )}
    </section>
  )
}

/** Heads of the columns with questions, tokens, and what they cost where prices are known. */
function AmountHeads({ withCost }: { withCost: boolean }) {
  const { t } = useWords()
  return (['asked', 'tokens', ...(withCost ? (['cost'] as const) : [])] as const).map((name) => (
    <th key={name} scope="col" className="text-right">
      {t(`usage.${name}`)}
    </th>
  ))
}
