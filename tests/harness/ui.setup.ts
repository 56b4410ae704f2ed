import { toastQueue } from '@recado/sdk/ui'
import { beforeEach } from 'vitest'

/** Files of the `ui` project share one page (`isolate: false`): every test begins without the notices of the ones before it. */
beforeEach(() => toastQueue.clear())
