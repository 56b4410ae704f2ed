import { Button, Field, Input, Select, Table, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import type { UploadedTable } from '../table/routes.ts'
import { tableFields, type TableChoice, type TableField } from '../table/table-choice.ts'
import { MappingForm } from './mapping-form.tsx'
import { Problem } from './problem.tsx'
import { useTableCheck } from './use-import.ts'

const shownRows = 5
const withoutEnding = (name: string): string => name.replace(/\.[a-z]{3,4}$/i, '').slice(0, 100) || name.slice(0, 100)

/** What the columns of a table are, with its first rows; then what it becomes. */
export function TableColumns({ table }: { readonly table: UploadedTable }) {
  const { t } = useWords()
  const check = useTableCheck()
  const [columns, setColumns] = useState<readonly TableField[]>(table.guess)
  const [name, setName] = useState(() => withoutEnding(table.name))
  const [dates, setDates] = useState<TableChoice['dates']>('dmy')
  const [utcOffset, setUtcOffset] = useState('-03:00')
  const choice: TableChoice = { file: table.id, name, columns: [...columns], dates, utcOffset }
  const change = <T,>(set: (value: T) => void, value: T): void => {
    set(value)
    check.reset()
  }
  const problemsOf = (row: number): string =>
    (check.data?.sample.find((one) => one.row === row)?.problems ?? [])
      .map((problem) => t(`problem.${problem}`))
      .join('; ')
  return (
    <>
      <Table label={t('table.sample')}>
        <thead>
          <tr>
            <th scope="col" className="text-left align-bottom">
              {t('table.problems')}
            </th>
            {table.columns.map((heading, at) => (
              <th key={at} scope="col" className="min-w-44 text-left align-bottom">
                <Field label={heading || t('table.column', { number: at + 1 })}>
                  <Select
                    value={columns[at] ?? 'ignore'}
                    onValueChange={(field) =>
                      change(
                        setColumns,
                        columns.map((one, place) =>
                          place === at ? (field as TableField) : one === field ? 'ignore' : one,
                        ),
                      )
                    }
                    options={tableFields.map((field) => ({ value: field, label: t(`table.field.${field}`) }))}
                  />
                </Field>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.sample.slice(0, shownRows).map((cells, row) => (
            <tr key={row}>
              <td className="min-w-32 text-danger">{problemsOf(row + 1)}</td>
              {table.columns.map((_heading, at) => (
                <td key={at} className="max-w-60 truncate">
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <Field label={t('table.name')} help={t('table.nameHelp')} required>
          <Input value={name} maxLength={100} onChange={({ target }) => change(setName, target.value)} />
        </Field>
        <Field label={t('table.dates')}>
          <Select
            value={dates}
            onValueChange={(order) => change(setDates, order as TableChoice['dates'])}
            options={(['dmy', 'mdy'] as const).map((order) => ({ value: order, label: t(`table.order.${order}`) }))}
          />
        </Field>
        <Field label={t('table.utcOffset')} help={t('table.utcOffsetHelp')}>
          <Input value={utcOffset} maxLength={6} onChange={({ target }) => change(setUtcOffset, target.value)} />
        </Field>
      </div>
      <div>
        <Button disabled={name.trim() === '' || check.isPending} onClick={() => check.mutate(choice)}>
          {t('table.check')}
        </Button>
      </div>
      <p role="status">{check.isPending ? t('table.checking') : ''}</p>
      {check.isError && <Problem error={check.error} />}
      {check.data !== undefined && <MappingForm check={check.data} table={choice} />}
    </>
  )
}
