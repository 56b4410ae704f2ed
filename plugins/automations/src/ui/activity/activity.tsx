import {
  Badge,
  Button,
  Checkbox,
  EmptyState,
  Field,
  Icon,
  ListStates,
  Select,
  useErrorText,
  useWords,
} from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import type { Rule } from '../../rules/rule.ts'
import type { ActionResult, Firing } from '../../runs/firing.ts'
import { moment } from '../moments.ts'
import { Delivery } from './delivery.tsx'
import { noFilter, useFirings, type FiringFilter } from '../use-firings.ts'
import type { Blocks } from '../use-offer.ts'

interface ActivityProps {
  rules: readonly Rule[]
  blocks: Blocks | undefined
  filter: FiringFilter
  onFilter(filter: FiringFilter): void
}

/** When rules fired lately, and what became of what they were to do. */
export function Activity({ rules, blocks, filter, onFilter }: ActivityProps) {
  const { t } = useWords()
  const list = useFirings(filter)
  const firings = list.data?.pages.flatMap((page) => page.firings) ?? []
  const isFiltered = filter.ruleId !== '' || filter.isRefused
  return (
    <div className="flex flex-col gap-4">
      <div role="search" aria-label={t('activity.filter')} className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Field label={t('activity.rule')} className="min-w-56">
          <Select
            value={filter.ruleId}
            options={[
              { value: '', label: t('activity.anyRule') },
              ...rules.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onValueChange={(ruleId) => onFilter({ ...filter, ruleId })}
          />
        </Field>
        <Checkbox
          className="min-h-8"
          checked={filter.isRefused}
          label={t('activity.onlyRefused')}
          onCheckedChange={(isRefused) => onFilter({ ...filter, isRefused })}
        />
      </div>
      <ListStates query={list} what={t('activity.what')} rowHeight="4rem" isEmpty={firings.length === 0}>
        {isFiltered ? (
          <EmptyState
            icon={<Icon name="activity" />}
            title={t('activity.filtered')}
            action={<Button onClick={() => onFilter(noFilter)}>{t('activity.clear')}</Button>}
          />
        ) : (
          <EmptyState icon={<Icon name="activity" />} title={t('activity.empty')}>
            {t('activity.emptyHelp')}
          </EmptyState>
        )}
      </ListStates>
      {firings.length > 0 && (
        <ol aria-label={t('activity.title')} className="flex flex-col gap-2">
          {firings.map((firing) => (
            <li key={firing.id}>
              <FiringCard firing={firing} blocks={blocks} />
            </li>
          ))}
        </ol>
      )}
      {list.hasNextPage && (
        <Button className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('activity.more')}
        </Button>
      )}
    </div>
  )
}

const tones = { done: 'success', refused: 'danger', skipped: 'neutral' } as const

function FiringCard({ firing, blocks }: { firing: Firing; blocks: Blocks | undefined }) {
  const { t, i18n } = useWords()
  const textOf = useErrorText()
  const titleOf = (result: ActionResult): string => {
    const block = blocks?.find('actions', result)
    return block && blocks ? blocks.titleOf(block) : result.name
  }
  return (
    <article className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-3 text-list">
      <header className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="min-w-0 font-medium break-words">{firing.rule}</h3>
        <time dateTime={firing.at} className="text-xs text-ink-muted tabular-nums">
          {moment(i18n.language, firing.at)}
        </time>
      </header>
      <p className="break-words">
        {firing.name === null ? (
          <span className="text-ink-muted">{t('activity.goneTicket')}</span>
        ) : (
          <Link to={`/atendimento/${firing.ticketId}` as never} className="underline underline-offset-2">
            {firing.name}
            {firing.protocol !== null && <span className="tabular-nums"> · {firing.protocol}</span>}
          </Link>
        )}
      </p>
      <ol className="flex flex-col gap-1">
        {firing.results.map((result, at) => (
          <li key={at} className="flex flex-wrap items-center gap-2">
            <Badge tone={tones[result.state]}>{t(`activity.states.${result.state}`)}</Badge>
            <span className="min-w-0 break-words">
              {titleOf(result)}
              {result.error !== null && <span className="text-danger">: {textOf(result.error)}</span>}
            </span>
            {result.delivery && <Delivery delivery={result.delivery} />}
          </li>
        ))}
      </ol>
    </article>
  )
}
