import { Button, DropdownMenu, Icon, MenuCheckboxItem, usePermission, useWords } from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import {
  columnsOf,
  contactCell,
  firstColumns,
  type ContactColumn,
  type ContactReportName,
} from '../../contacts/contact-columns.ts'
import type { ContactReport } from '../../contacts/contact-report.ts'
import type { ContactRow } from '../../contacts/contact-row.ts'
import { ReportActions } from '../parts/report-actions.tsx'
import { ReportFrame } from '../parts/report-frame.tsx'
import { ReportResult } from '../parts/report-result.tsx'
import { useReport, type ReportQuery } from '../parts/use-report.ts'

interface ContactReportPageProps {
  name: ContactReportName
  path: string
  icon: string
  filters: ReactNode
  query: ReportQuery
  /** Why nothing can be asked yet. */
  missing?: string | undefined
  onClear(): void
}

/** A report of contacts: its filters, the columns that its reader chose, and the rows. */
export function ContactReportPage({ name, path, icon, filters, query, missing, onClear }: ContactReportPageProps) {
  const { i18n } = useWords()
  const mayExport = usePermission('contacts.export')
  const [columns, setColumns] = useState<readonly ContactColumn[]>(firstColumns[name])
  const list = useReport<ContactReport>(path, query, missing === undefined)
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const reader = { locale: i18n.language, timeZone: list.data?.pages[0]?.timeZone ?? 'UTC' }
  const cell = (column: string, row: ContactRow) => {
    const text = contactCell(column as ContactColumn, row, reader)
    return column === 'name' ? (
      <Link to={`/contatos/${row.id}` as never} className="font-medium break-words underline underline-offset-2">
        {text}
      </Link>
    ) : (
      text
    )
  }
  return (
    <ReportFrame name={name} filters={filters}>
      <ReportResult
        name={name}
        icon={icon}
        list={list}
        rows={rows}
        columns={columns}
        missing={missing}
        cell={cell}
        onClear={onClear}
        actions={
          <ReportActions path={path} query={{ ...query, columns }} fileName={path} mayExport={mayExport}>
            <ColumnChoice offered={columnsOf(name)} chosen={columns} onChange={setColumns} />
          </ReportActions>
        }
      />
    </ReportFrame>
  )
}

/** The columns of a table, of which that of the name stays. They keep the order in which they are offered. */
function ColumnChoice({
  offered,
  chosen,
  onChange,
}: {
  offered: readonly ContactColumn[]
  chosen: readonly ContactColumn[]
  onChange(columns: readonly ContactColumn[]): void
}) {
  const { t } = useWords()
  const toggle = (column: ContactColumn, isShown: boolean) =>
    onChange(isShown ? [...chosen, column] : chosen.filter((one) => one !== column))
  return (
    <DropdownMenu
      trigger={
        <Button size="small" variant="ghost" icon={<Icon name="sliders-horizontal" size={16} />}>
          {t('report.columns')}
        </Button>
      }
    >
      {offered
        .filter((column) => column !== 'name')
        .map((column) => (
          <MenuCheckboxItem
            key={column}
            checked={chosen.includes(column)}
            onCheckedChange={(isShown) => toggle(column, isShown)}
          >
            {t(`columns.${column}`)}
          </MenuCheckboxItem>
        ))}
    </DropdownMenu>
  )
}
