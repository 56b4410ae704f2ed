import { Button, DropdownMenu, MenuCheckboxItem } from '@recado/sdk/ui'
import { Columns3 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { optionalColumns, type OptionalColumn } from '../../data/contacts/contact-filter.ts'

/** Columns of the table; stored in this browser. */
export function ColumnMenu({
  columns,
  onChange,
}: {
  columns: readonly OptionalColumn[]
  onChange(columns: OptionalColumn[]): void
}) {
  const { t } = useTranslation('contacts')
  return (
    <DropdownMenu trigger={<Button icon={<Columns3 size={16} />}>{t('columns')}</Button>}>
      {optionalColumns.map((column) => (
        <MenuCheckboxItem
          key={column}
          checked={columns.includes(column)}
          onCheckedChange={(on) =>
            onChange(optionalColumns.filter((one) => (one === column ? on : columns.includes(one))))
          }
        >
          {t(`column.${column}`)}
        </MenuCheckboxItem>
      ))}
    </DropdownMenu>
  )
}
