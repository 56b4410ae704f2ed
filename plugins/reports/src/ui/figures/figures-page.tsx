import {
  Button,
  DropdownMenu,
  ErrorState,
  MenuCheckboxItem,
  NoPermission,
  PageHeader,
  Skeleton,
  usePermission,
  useWords,
} from '@recado/sdk/ui'
import { useState } from 'react'
import { BusyHours } from './busy-hours.tsx'
import { ChannelChart, VolumeCharts } from './day-charts.tsx'
import { figureSections, type FigureSection } from '../../figures/figure-section.ts'
import type { SavedQuestion } from '../../saved/saved-report.ts'
import { SavedBar } from '../saved/saved-bar.tsx'
import { none } from '../../figures/no-value.ts'
import { ReportActions } from '../parts/report-actions.tsx'
import { ConversationsBehind } from './conversations-behind.tsx'
import { Queues, Tags, Team } from './groups.tsx'
import {
  busyQuestions,
  countsMessages,
  queueQuestions,
  tagQuestions,
  teamQuestions,
  type FigureFilter,
} from './questions.ts'
import { SpanChoice } from './span-choice.tsx'
import { Totals } from './totals.tsx'
import { useFigures } from './use-figures.ts'
import { useSpan } from './use-span.ts'

/** `/relatorios/indicadores`: how the company did in a period, compared with the one before. */
export default function FiguresPage() {
  return usePermission('read') ? <FiguresOfCompany /> : <NoPermission />
}

function FiguresOfCompany() {
  const { t } = useWords()
  const span = useSpan(30)
  const [chosen, setChosen] = useState<Pick<FigureFilter, 'queue' | 'user' | 'tag'>>({})
  const [compares, setCompares] = useState(true)
  const [isOpenOnly, setOpenOnly] = useState(false)
  const [sections, setSections] = useState<readonly FigureSection[]>(figureSections)
  const filter: FigureFilter = { ...span.shown, ...chosen, ...(isOpenOnly && { clock: 'opening' }) }
  const shows = (section: FigureSection): boolean => sections.includes(section)
  const open = (question: SavedQuestion) => {
    span.choose(question.period)
    setChosen(scopeOf(question))
    setOpenOnly(question.clock === 'opening')
    setCompares(question.compares)
    setSections(question.sections)
  }
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-6 md:px-8 md:py-8">
      <PageHeader className="mb-0" title={t('figures.title')} description={t('figures.description')} />
      <div role="search" aria-label={t('figures.filters')} className="flex flex-col gap-3">
        <SavedBar
          question={{
            period: span.period,
            ...(fileFilter(filter) as Pick<SavedQuestion, 'queue' | 'user' | 'tag'>),
            clock: isOpenOnly ? 'opening' : 'wall',
            compares,
            sections: [...sections],
          }}
          onOpen={open}
        />
        <SpanChoice span={span.chosen} today={span.today} onChange={span.choose} />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            aria-pressed={compares}
            variant={compares ? 'primary' : 'secondary'}
            size="small"
            onClick={() => setCompares(!compares)}
          >
            {t('figures.compare')}
          </Button>
          <Button
            aria-pressed={isOpenOnly}
            variant={isOpenOnly ? 'primary' : 'secondary'}
            size="small"
            onClick={() => setOpenOnly(!isOpenOnly)}
          >
            {t('figures.openingHours')}
          </Button>
          <SectionChoice sections={sections} onChange={setSections} />
          <ReportActions
            path="figures"
            query={{
              ...{ from: filter.from, until: filter.until, ...fileFilter(filter), compares },
              sections: sections.length === figureSections.length ? undefined : sections.join(' ') || ' ',
            }}
            fileName={`figures-${filter.from}-${filter.until}`}
            formats={['csv', 'xlsx', 'pdf']}
            mayExport
          />
          <Chosen filter={filter} onClear={(name) => setChosen({ ...chosen, [name]: undefined })} />
        </div>
      </div>
      <ConversationsBehind>
        <Totals filter={filter} compares={compares} />
        {shows('days') && <VolumeCharts filter={filter} span={span.shown} />}
        {shows('channels') && <ChannelChart filter={filter} span={span.shown} />}
        {shows('team') && <Team filter={filter} onChoose={(user) => setChosen({ ...chosen, user })} />}
        {shows('queues') && <Queues filter={filter} onChoose={(queue) => setChosen({ ...chosen, queue })} />}
        {shows('tags') && <Tags filter={filter} onChoose={(tag) => setChosen({ ...chosen, tag })} />}
        {shows('hours') && countsMessages(filter) && <Busy filter={filter} />}
      </ConversationsBehind>
    </div>
  )
}

/** What a saved question narrows the page to. */
const scopeOf = (question: SavedQuestion): Pick<FigureFilter, 'queue' | 'user' | 'tag'> =>
  Object.fromEntries(
    (['queue', 'user', 'tag'] as const).flatMap((name) => {
      const value = question[name]
      return value === undefined ? [] : [[name, value === none ? null : value] as const]
    }),
  )

/** Which parts of the page are shown, and so saved, sent and put on paper. */
function SectionChoice({
  sections,
  onChange,
}: {
  sections: readonly FigureSection[]
  onChange(sections: readonly FigureSection[]): void
}) {
  const { t } = useWords()
  return (
    <DropdownMenu align="start" trigger={<Button size="small">{t('saved.show')}</Button>}>
      {figureSections.map((section) => (
        <MenuCheckboxItem
          key={section}
          checked={sections.includes(section)}
          onCheckedChange={(shown) =>
            onChange(figureSections.filter((one) => (one === section ? shown : sections.includes(one))))
          }
        >
          {t(`saved.section.${section}`)}
        </MenuCheckboxItem>
      ))}
    </DropdownMenu>
  )
}

/** What the page is narrowed to, as an address has it. */
const fileFilter = ({ queue, user, tag, clock }: FigureFilter): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ queue, user, tag, clock }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value ?? none] as const],
    ),
  )

/** What the page is narrowed to, each with a button that takes it away. */
function Chosen({ filter, onClear }: { filter: FigureFilter; onClear(name: 'queue' | 'user' | 'tag'): void }) {
  const { t } = useWords()
  const { from, until } = filter
  const users = useFigures(teamQuestions({ from, until }), filter.user !== undefined)
  const queues = useFigures(queueQuestions({ from, until }), filter.queue !== undefined)
  const tags = useFigures(tagQuestions({ from, until }), filter.tag !== undefined)
  const nameIn = (
    answers: Record<string, readonly { by: readonly { value: string | null; name: string | null }[] }[]> | undefined,
    value: string | null,
  ) =>
    Object.values(answers ?? {})
      .flat()
      .find(({ by }) => by[0]!.value === value)?.by[0]!.name
  return (
    <>
      {filter.user !== undefined && (
        <Button size="small" onClick={() => onClear('user')} title={t('figures.clear')}>
          {t('figures.ofUser', { name: nameIn(users.data, filter.user) ?? t('figures.nobody') })} ×
        </Button>
      )}
      {filter.queue !== undefined && (
        <Button size="small" onClick={() => onClear('queue')} title={t('figures.clear')}>
          {t('figures.ofQueue', { name: nameIn(queues.data, filter.queue) ?? t('figures.noQueue') })} ×
        </Button>
      )}
      {filter.tag !== undefined && (
        <Button size="small" onClick={() => onClear('tag')} title={t('figures.clear')}>
          {t('figures.ofTag', { name: nameIn(tags.data, filter.tag) ?? t('figures.noTag') })} ×
        </Button>
      )}
    </>
  )
}

function Busy({ filter }: { filter: FigureFilter }) {
  const { t } = useWords()
  const busy = useFigures(busyQuestions(filter))
  if (busy.isPending) return <Skeleton height="15rem" className="rounded-lg" />
  if (busy.isError)
    return <ErrorState what={t('figures.busy')} error={busy.error} onRetry={() => void busy.refetch()} />
  return <BusyHours title={t('figures.busy')} rows={busy.data.busy} filter={filter} />
}
