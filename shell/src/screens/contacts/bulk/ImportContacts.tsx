import { Button, Dialog, ErrorState, Skeleton } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactImport } from '../../../base/contracts.ts'
import { ChooseTable } from './ChooseTable.tsx'
import { ImportColumns } from './ImportColumns.tsx'
import { ImportProgress } from './ImportProgress.tsx'
import { useContactImport, useContactImports } from './use-contact-imports.ts'

/** S2-095: imports a table of contacts. A running import is found again when the sheet is opened again. */
export function ImportContacts({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('bulk')
  const imports = useContactImports()
  const [chosen, setChosen] = useState<string | null>()
  const id = chosen === undefined ? (imports.data?.find(({ state }) => state === 'running')?.id ?? null) : chosen
  return (
    <Dialog
      title={t('import.title')}
      description={t('import.description')}
      shape="wide"
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      {imports.isPending ? (
        <Skeleton lines={4} />
      ) : imports.isError ? (
        <ErrorState what={t('import.what')} error={imports.error} onRetry={() => void imports.refetch()} />
      ) : id === null ? (
        <ChooseTable
          earlier={imports.data.filter(({ state }) => state !== 'draft')}
          onUploaded={(one) => setChosen(one.id)}
          onShow={setChosen}
        />
      ) : (
        <OneImport key={id} id={id} onAgain={() => setChosen(null)} onClose={onClose} />
      )}
    </Dialog>
  )
}

function OneImport({ id, onAgain, onClose }: { id: string; onAgain(): void; onClose(): void }) {
  const { t } = useTranslation('bulk')
  const query = useContactImport(id)
  if (query.isPending) return <Skeleton lines={4} />
  if (query.isError)
    return <ErrorState what={t('import.what')} error={query.error} onRetry={() => void query.refetch()} />
  const one: ContactImport = query.data
  return one.state === 'draft' ? (
    <ImportColumns draft={one} onOther={onAgain} />
  ) : (
    <ImportProgress
      done={one}
      footer={
        <>
          <Button onClick={onAgain} disabled={one.state === 'running'}>
            {t('import.another')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t(one.state === 'running' ? 'import.goOn' : 'import.close')}
          </Button>
        </>
      }
    />
  )
}
