import { DropdownMenu, IconButton, MenuItem, toast, usePermission } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { Download, EllipsisVertical, Merge, Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportFailure } from '../../../base/ui/report-failure.ts'
import { saveFile } from '../../../base/ui/saved-file.ts'
import { ContactDuplicates } from './ContactDuplicates.tsx'
import { ImportContacts } from './ImportContacts.tsx'

/**
 * Bulk acts on contacts, for the header of their list. `filter` is the query of the list, for an export. Draws nothing
 * for users without rights to them.
 */
export function ContactBulkMenu({
  filter = {},
}: {
  filter?: Readonly<Record<string, string | readonly string[] | undefined>>
}) {
  const { t } = useTranslation('bulk')
  const mayImport = usePermission('contacts.import')
  const mayExport = usePermission('contacts.export')
  const mayMerge = usePermission('contacts.merge')
  const [shown, setShown] = useState<'import' | 'duplicates' | null>(null)
  const file = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => {
      const search = new URLSearchParams(
        Object.entries(filter).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one])),
      )
      search.set('format', format)
      return saveFile(`/contact-export?${search}`, `contacts.${format}`)
    },
    onMutate: () => void toast.info(t('menu.preparing')),
    onError: reportFailure,
  })
  if (!mayImport && !mayExport && !mayMerge) return null
  return (
    <>
      <DropdownMenu trigger={<IconButton icon={<EllipsisVertical size={18} />} label={t('menu.label')} />}>
        {mayImport && (
          <MenuItem icon={<Upload size={16} />} onSelect={() => setShown('import')}>
            {t('menu.import')}
          </MenuItem>
        )}
        {mayExport && (
          <MenuItem icon={<Download size={16} />} disabled={file.isPending} onSelect={() => file.mutate('xlsx')}>
            {t('menu.exportXlsx')}
          </MenuItem>
        )}
        {mayExport && (
          <MenuItem icon={<Download size={16} />} disabled={file.isPending} onSelect={() => file.mutate('csv')}>
            {t('menu.exportCsv')}
          </MenuItem>
        )}
        {mayMerge && (
          <MenuItem icon={<Merge size={16} />} onSelect={() => setShown('duplicates')}>
            {t('menu.duplicates')}
          </MenuItem>
        )}
      </DropdownMenu>
      {shown === 'import' && <ImportContacts onClose={() => setShown(null)} />}
      {shown === 'duplicates' && <ContactDuplicates onClose={() => setShown(null)} />}
    </>
  )
}
