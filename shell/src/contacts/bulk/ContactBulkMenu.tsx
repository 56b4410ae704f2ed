import { DropdownMenu, IconButton, MenuItem, usePermission } from '@recado/sdk/ui'
import { EllipsisVertical, Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ImportContacts } from './ImportContacts.tsx'

/** What can be done with contacts in bulk, for the header of their list. Nothing for who may do none of it. */
export function ContactBulkMenu() {
  const { t } = useTranslation('bulk')
  const mayImport = usePermission('contacts.import')
  const [shown, setShown] = useState<'import' | null>(null)
  if (!mayImport) return null
  return (
    <>
      <DropdownMenu trigger={<IconButton icon={<EllipsisVertical size={18} />} label={t('menu.label')} />}>
        <MenuItem icon={<Upload size={16} />} onSelect={() => setShown('import')}>{t('menu.import')}</MenuItem>
      </DropdownMenu>
      {shown === 'import' && <ImportContacts onClose={() => setShown(null)} />}
    </>
  )
}
