// The script of the saas application's page: it makes the calls and shows their results as text. The browser
// stores the session cookie.
import { toldBySaas } from './saas-calls.js'

declare const document: { readonly body: { textContent: string } }

toldBySaas('', (address, init) => fetch(address, init)).then(
  (told) => (document.body.textContent = JSON.stringify(told)),
  (error: unknown) => (document.body.textContent = String(error)),
)
