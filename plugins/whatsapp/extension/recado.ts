import { presentKey, protocol } from '../src/helper/protocol.ts'

/* On pages of Recado: says that the helper is there. It reads nothing and listens to nothing. */
document.documentElement.dataset[presentKey] = protocol
