import { Button, Icon, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { WebsiteDialog } from './website-dialog.tsx'

/** The pages of a website become drafts. */
export function ImportWebsite() {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Icon name="globe" size={16} />} onClick={() => setOpen(true)}>
        {t('website.run')}
      </Button>
      {isOpen && <WebsiteDialog onClose={() => setOpen(false)} />}
    </>
  )
}
