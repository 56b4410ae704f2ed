import { Button, Icon, toast, useApi, useErrorText, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import type { TestRun } from '../../tests/test-set.ts'

/** Saves a run as a table. */
export function DownloadRun({ run: { id, version, startedAt } }: { run: TestRun }) {
  const { t } = useWords()
  const api = useApi()
  const textOf = useErrorText()
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const address = URL.createObjectURL(await api.blob(`test-runs/${id}/export`))
      const link = document.createElement('a')
      link.href = address
      link.download = `test-${version}-${startedAt.slice(0, 10)}.csv`
      link.click()
      URL.revokeObjectURL(address)
    } catch (error) {
      toast.error(textOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" busy={busy} icon={<Icon name="file-text" size={16} />} onClick={() => void save()}>
      {t('tests.export')}
    </Button>
  )
}
