import type { FactQuery } from '@recado/sdk'
import { EmptyState, ErrorState, Icon, Skeleton, useWords } from '@recado/sdk/ui'
import { useId } from 'react'
import { FigureTable, type FigureColumn } from './figure-table.tsx'
import { joinedRows } from '../../figures/joined-rows.ts'
import {
  behindQuery,
  countsMessages,
  queueQuestions,
  tagQuestions,
  teamQuestions,
  type FigureFilter,
} from './questions.ts'
import { useFigures } from './use-figures.ts'

/** What questions say about users, queues or tags, below a heading. */
function Group<Name extends string>({
  title,
  first,
  none,
  filter,
  of,
  questions,
  order,
  columns,
  onChoose,
}: {
  title: string
  first: string
  none: string
  filter: FigureFilter
  /** What the rows are. */
  of: 'user' | 'queue' | 'tag'
  questions: Readonly<Record<Name, FactQuery>>
  /** The question by which they are sorted. */
  order: Name
  columns: readonly FigureColumn<Name>[]
  onChoose?: (value: string | null) => void
}) {
  const { t } = useWords()
  const id = useId()
  const figures = useFigures(questions)
  const isGiven = ({ question, shows }: FigureColumn<Name>): boolean =>
    shows !== 'score' || figures.data?.[question].some(({ count }) => count > 0) === true
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-2">
      <h2 id={id} className="text-thread font-semibold">
        {title}
      </h2>
      {figures.isPending && <Skeleton lines={4} />}
      {figures.isError && <ErrorState what={title} error={figures.error} onRetry={() => void figures.refetch()} />}
      {figures.data && joinedRows(figures.data, order).length === 0 && (
        <EmptyState icon={<Icon name="bar-chart-3" />} title={t('figures.nothing')} />
      )}
      {figures.data && joinedRows(figures.data, order).length > 0 && (
        <FigureTable
          label={title}
          first={first}
          none={none}
          columns={columns.filter(isGiven)}
          rows={joinedRows(figures.data, order)}
          opens={({ question, name }, row) => {
            const { measure } = questions[question]
            const query = behindQuery(measure, { ...filter, [of]: row.value })
            return { title: t('behind.of', { name, of: row.name ?? none }), query }
          }}
          {...(onChoose && { onChoose })}
        />
      )}
    </section>
  )
}

/** Scores of surveys; those that nobody answered are left out. */
const scores = (t: (key: string) => string) =>
  (['nps', 'csat', 'ces'] as const).map((question) => ({
    question,
    name: t(`figures.${question}`),
    shows: 'score' as const,
  }))

interface TeamProps {
  readonly filter: FigureFilter
  readonly onChoose?: (user: string | null) => void
}
/** How each user does (S2-022). */
export function Team({ filter, onChoose }: TeamProps) {
  const { t } = useWords()
  const closed = { question: 'closed', name: t('figures.closed'), shows: 'count' } as const
  const times = [
    { question: 'firstAnswer', name: t('figures.firstAnswer'), shows: 'median' },
    { question: 'handling', name: t('figures.handling'), shows: 'median' },
  ] as const
  const volume = [
    { question: 'opened', name: t('figures.opened'), shows: 'count' },
    ...(countsMessages(filter) ? [{ question: 'sent', name: t('figures.sent'), shows: 'count' } as const] : []),
  ] as const
  return (
    <Group
      title={t('figures.team')}
      first={t('figures.user')}
      none={t('figures.nobody')}
      filter={filter}
      of="user"
      questions={teamQuestions(filter)}
      order="closed"
      columns={[closed, ...volume, ...times, ...scores(t)]}
      {...(onChoose && { onChoose })}
    />
  )
}

/** How each queue does. */
export function Queues({ filter, onChoose }: { filter: FigureFilter; onChoose?: (queue: string | null) => void }) {
  const { t } = useWords()
  return (
    <Group
      title={t('figures.queues')}
      first={t('figures.queue')}
      none={t('figures.noQueue')}
      filter={filter}
      of="queue"
      questions={queueQuestions(filter)}
      order="opened"
      columns={[
        { question: 'opened', name: t('figures.opened'), shows: 'count' },
        { question: 'closed', name: t('figures.closed'), shows: 'count' },
        { question: 'waiting', name: t('figures.waiting'), shows: 'median' },
        { question: 'firstAnswer', name: t('figures.firstAnswer'), shows: 'median' },
        { question: 'resolution', name: t('figures.resolution'), shows: 'median' },
        ...scores(t),
      ]}
      {...(onChoose && { onChoose })}
    />
  )
}

/** How the conversations of each tag went; one with several counts with each. */
export function Tags({ filter, onChoose }: { filter: FigureFilter; onChoose?: (tag: string | null) => void }) {
  const { t } = useWords()
  return (
    <Group
      title={t('figures.tags')}
      first={t('figures.tag')}
      none={t('figures.noTag')}
      filter={filter}
      of="tag"
      questions={tagQuestions(filter)}
      order="opened"
      columns={[
        { question: 'opened', name: t('figures.opened'), shows: 'count' },
        { question: 'closed', name: t('figures.closed'), shows: 'count' },
        { question: 'firstAnswer', name: t('figures.firstAnswer'), shows: 'median' },
        { question: 'resolution', name: t('figures.resolution'), shows: 'median' },
      ]}
      {...(onChoose && { onChoose })}
    />
  )
}
