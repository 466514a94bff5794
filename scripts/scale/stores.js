// The deployments that a run knows, by the name of their store.
import { startGalera } from './galera.js'
import { startPostgresql } from './postgresql.js'

/**
 * @typedef {import('./clients.js').Place} Place
 * @typedef {object} Deployment
 * @property {import('./clients.js').StoreName} name
 * @property {string} what what is killed
 * @property {(process: number) => { readonly primary: Place, readonly replica?: Place }} places what the n-th process connects to, from 0
 * @property {readonly { readonly name: string, readonly place: Place }[]} witnesses where all that was acknowledged is looked up
 * @property {() => Promise<void>} kill
 * @property {() => Promise<void>} revive
 * @property {() => Promise<void>} settle waits until all machines have everything
 * @property {() => Promise<readonly string[]>} probe what was found out by the way, a line each
 */

/** @type {Record<import('./clients.js').StoreName, () => Promise<Deployment>>} */
export const STORES = { postgresql: startPostgresql, galera: startGalera }
