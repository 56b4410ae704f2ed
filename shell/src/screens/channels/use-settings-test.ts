import { ApiError, useErrorText } from '@recado/sdk/ui'
import { useRef, useState } from 'react'
import type { ConnectionCheck } from '../../base/contracts.ts'

type Config = Record<string, unknown>

/**
 * Tests settings before they are kept. `passes` answers whether to keep them; what it finds broken is shown until the
 * next test. `keepAnyway`, called by the button that submits the form, lets the settings pass untested.
 */
export function useSettingsTest(test: (config: Config) => Promise<ConnectionCheck>) {
  const textOf = useErrorText()
  const [broken, setBroken] = useState<ConnectionCheck>()
  const [isTesting, setTesting] = useState(false)
  const anyway = useRef(false)
  const asBroken = (error: unknown): ConnectionCheck => {
    // What was typed is wrong or may not be tested: the form says so. A test that failed itself says nothing of it.
    if (!ApiError.is(error) || error.status < 500) throw error
    return { ok: false, message: textOf(error) }
  }
  const passes = async (config: Config): Promise<boolean> => {
    if (anyway.current) return true
    setBroken(undefined)
    setTesting(true)
    try {
      const result = await test(config).catch(asBroken)
      if (!result.ok) setBroken(result)
      return result.ok
    } finally {
      setTesting(false)
    }
  }
  const keepAnyway = () => {
    anyway.current = true
    // The form is submitted in this turn, or not at all where a field is wrong.
    setTimeout(() => (anyway.current = false))
  }
  return { broken, isTesting, passes, keepAnyway }
}
