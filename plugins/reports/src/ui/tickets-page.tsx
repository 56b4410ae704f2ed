import type { FormField } from '@recado/sdk'
import { DateField, NoPermission, usePermission, useWords } from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { daysIn, mostTicketDays } from '../period/period.ts'
import { ticketCell, ticketColumns, type TicketColumn } from '../tickets/ticket-columns.ts'
import type { TicketReport } from '../tickets/ticket-report.ts'
import type { TicketRow } from '../tickets/ticket-row.ts'
import { reportedStatuses } from '../tickets/ticket-status.ts'
import { chosenIn, FilterFields } from './parts/filter-fields.tsx'
import { ReportActions } from './parts/report-actions.tsx'
import { ReportFrame } from './parts/report-frame.tsx'
import { ReportResult } from './parts/report-result.tsx'
import { useReport } from './parts/use-report.ts'

const objects: readonly FormField[] = [
  { name: 'queueIds', type: 'referenceArray', refersTo: 'queue', required: false },
  { name: 'userIds', type: 'referenceArray', refersTo: 'user', required: false },
  { name: 'connectionIds', type: 'referenceArray', refersTo: 'connection', required: false },
  { name: 'tagIds', type: 'referenceArray', refersTo: 'tag', required: false },
]
const statuses: readonly FormField[] = [
  { name: 'statuses', type: 'enumArray', options: [...reportedStatuses], required: false },
]

/** `/relatorios/relatorio-tickets` (S2-067), of the current month at first (S9-080). */
export default function TicketsPage() {
  return usePermission('read') ? <TicketList /> : <NoPermission />
}

function TicketList() {
  const { t, i18n } = useWords()
  const [values, setValues] = useState<Record<string, unknown>>({})
  // Undefined is the current month, which the server knows by the company's clock.
  const [from, setFrom] = useState<string | null>()
  const [to, setTo] = useState<string | null>()
  const known = from && to ? daysIn({ from, to }) : undefined
  const isUnread = from === null || to === null
  const isWrong = known !== undefined && (known < 1 || known > mostTicketDays)
  const query = {
    from: from ?? '',
    to: to ?? '',
    ...Object.fromEntries([...objects, ...statuses].map(({ name }) => [name, chosenIn(values, name)])),
  }
  const list = useReport<TicketReport>('tickets', query, !isWrong && !isUnread)
  const first = list.data?.pages[0]
  const shown = first?.period
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const reader = { locale: i18n.language, timeZone: first?.timeZone ?? 'UTC' }
  const clear = () => {
    setValues({})
    setFrom(undefined)
    setTo(undefined)
  }
  const cell = (column: string, row: TicketRow) => {
    const text = ticketCell(column as TicketColumn, row, reader, (status) => t(`status.${status}`))
    return column === 'protocol' ? (
      <Link
        to={`/atendimento/${row.id}` as never}
        className="font-medium whitespace-nowrap underline underline-offset-2"
      >
        {text}
      </Link>
    ) : (
      text
    )
  }
  const fields = { values, onChange: setValues }
  return (
    <ReportFrame
      name="tickets"
      filters={
        <>
          <div className="grid gap-4 md:grid-cols-2">
            <DateField
              label={t('filters.from.label')}
              value={from === undefined ? (shown?.from ?? '') : from}
              error={isWrong ? t('errors.ERR_REPORT_PERIOD_detail', { limit: mostTicketDays }) : undefined}
              onValueChange={setFrom}
            />
            <DateField
              label={t('filters.to.label')}
              value={to === undefined ? (shown?.to ?? '') : to}
              onValueChange={setTo}
            />
            <FilterFields fields={objects} {...fields} />
          </div>
          <FilterFields fields={statuses} {...fields} />
        </>
      }
    >
      <ReportResult
        name="tickets"
        icon="ticket"
        list={list}
        rows={rows}
        columns={ticketColumns}
        missing={isWrong || isUnread ? t('errors.ERR_REPORT_PERIOD') : undefined}
        cell={cell}
        onClear={clear}
        actions={
          <ReportActions
            path="tickets"
            query={query}
            fileName={shown ? `tickets-${shown.from}-${shown.to}` : 'tickets'}
            mayExport
          />
        }
      />
    </ReportFrame>
  )
}
