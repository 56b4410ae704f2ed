import { CopiedText, Tabs, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { addressOf, exampleLanguages, exampleOf, type ExampleLanguage } from './example-requests.ts'

const number = '+5511998765432'
const names: Readonly<Record<ExampleLanguage, string>> = { curl: 'curl', typescript: 'TypeScript', python: 'Python' }

/** Requests to be copied, with the address of this installation. */
export function Examples({ id }: { id: string }) {
  const { t } = useWords()
  const [language, setLanguage] = useState<ExampleLanguage>('curl')
  return (
    <Tabs
      value={language}
      onValueChange={(value) => setLanguage(value as ExampleLanguage)}
      label={t('examples.title')}
      tabs={exampleLanguages.map((value) => ({ value, label: names[value] }))}
    >
      <div className="flex flex-col gap-2 pt-2">
        <CopiedText
          label={t('examples.of', { language: names[language] })}
          text={exampleOf[language](addressOf(window.location.origin, id), number)}
        />
        <p className="text-list text-ink-muted">{t('examples.token')}</p>
      </div>
    </Tabs>
  )
}
