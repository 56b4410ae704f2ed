import { toastQueue } from '@recado/sdk/ui'
import { beforeEach } from 'vitest'

/** Files of the `ui` project share one page (`isolate: false`): a test begins without the notices of earlier ones. */
beforeEach(() => toastQueue.clear())
