import { Button, Dialog, EmptyState, ErrorState, Icon, Skeleton, Table, useApi, useWords } from '@recado/sdk/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FigureConversation, FigureConversations } from '../../figures/figure-conversation.ts'
import { useDurationText } from './duration-text.ts'
import { ReportActions } from '../parts/report-actions.tsx'
import { fileQuery, type ChosenNumber } from './questions.ts'

const durations: readonly string[] = ['waiting', 'firstAnswer', 'handling', 'resolution']
const graded: readonly string[] = ['nps', 'csat', 'ces']
const repeated: readonly string[] = ['transfers', 'reopenings']
const ofMessages: readonly string[] = ['received', 'sent']
/** The heading of what a conversation adds; undefined where each adds one. */
function amountWord(measure: string): string | undefined {
  if (durations.includes(measure)) return 'behind.time'
  if (graded.includes(measure)) return 'behind.grade'
  if (ofMessages.includes(measure)) return 'behind.messages'
  return repeated.includes(measure) ? 'behind.times' : undefined
}

/** The conversations that a number counts, each with what it adds; those that took longest come first. */
export function ConversationsDialog({ chosen, onClose }: { chosen: ChosenNumber; onClose(): void }) {
  const { t } = useWords()
  const { query, title } = chosen
  const lasts = durations.includes(query.measure)
  return (
    <Dialog
      open
      shape="wide"
      title={title}
      description={t(lasts ? 'behind.longestFirst' : 'behind.latestFirst')}
      onOpenChange={(open) => !open && onClose()}
    >
      <Conversations chosen={chosen} onOpen={onClose} />
    </Dialog>
  )
}

function Conversations({ chosen: { title, query }, onOpen }: { chosen: ChosenNumber; onOpen(): void }) {
  const { t } = useWords()
  const list = useConversations(query)
  if (list.isPending) return <Skeleton lines={6} />
  if (list.isError) return <ErrorState what={title} error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap((page) => page.rows)
  if (rows.length === 0) return <EmptyState icon={<Icon name="ticket" />} title={t('report.none')} />
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-list text-ink-muted tabular-nums">
          {t(list.hasNextPage ? 'report.shownOfMore' : 'report.shown', { rows: rows.length })}
        </p>
        <ReportActions
          path="figures/conversations"
          query={fileQuery(query)}
          fileName={`conversations-${query.measure}-${query.from}-${query.until}`}
          mayExport
          prints={false}
        />
      </div>
      <Rows label={title} measure={query.measure} rows={rows} onOpen={onOpen} />
      {list.hasNextPage && (
        <Button className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('report.more')}
        </Button>
      )}
    </div>
  )
}

function useConversations(query: ChosenNumber['query']) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: ['reports', 'behind', query],
    queryFn: ({ signal, pageParam }) =>
      api.post<FigureConversations>(
        'figures/conversations',
        { ...query, ...(pageParam !== '' && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

interface RowsProps {
  readonly label: string
  readonly measure: string
  readonly rows: readonly FigureConversation[]
  onOpen(): void
}
function Rows({ label, measure, rows, onOpen }: RowsProps) {
  const { t, i18n } = useWords()
  const duration = useDurationText()
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' })
  const amount = (row: FigureConversation): string =>
    durations.includes(measure)
      ? row.amount === null
        ? t('behind.waits')
        : duration(row.amount)
      : String(row.amount ?? '')
  const heading = amountWord(measure)
  return (
    <Table label={label}>
      <thead>
        <tr>
          <th scope="col">{t('columns.contact')}</th>
          {heading && (
            <th scope="col" className="text-right!">
              {t(heading)}
            </th>
          )}
          <th scope="col">{t('behind.at')}</th>
          <th scope="col">{t('columns.queue')}</th>
          <th scope="col">{t('columns.user')}</th>
          <th scope="col">{t('columns.status')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.id} ${row.at}`}>
            <th scope="row" className="font-medium!">
              <Link
                to={`/atendimento/${row.id}` as never}
                className="underline underline-offset-2"
                title={row.protocol}
                onClick={onOpen}
              >
                {row.contact}
              </Link>
            </th>
            {heading && <td className="text-right! whitespace-nowrap tabular-nums">{amount(row)}</td>}
            <td className="whitespace-nowrap tabular-nums">{when.format(new Date(row.at))}</td>
            <td>{row.queue ?? t('figures.noQueue')}</td>
            <td>{row.user ?? t('figures.nobody')}</td>
            <td>{t(`status.${row.status}`)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
