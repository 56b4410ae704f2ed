import { SaveFileButton, useApi, useWords } from '@recado/sdk/ui'
import type { TestRun } from '../../tests/test-set.ts'

/** Saves a run as a table. */
export function DownloadRun({ run: { id, version, startedAt } }: { run: TestRun }) {
  const { t } = useWords()
  const api = useApi()
  return (
    <SaveFileButton
      load={() => api.blob(`test-runs/${id}/export`)}
      name={`test-${version}-${startedAt.slice(0, 10)}.csv`}
    >
      {t('tests.export')}
    </SaveFileButton>
  )
}
