import type { ElementHandle, Page } from 'puppeteer-core'
import { chosenOption, named } from './browser.js'

/** A person who uses the page with one device only. A control is a selector of puppeteer. */
export interface Hand {
  /** Activates a button, a tab or a check box. */
  press(control: string): Promise<void>
  /** Replaces the text of an input. */
  type(control: string, text: string): Promise<void>
  /** Selects an option of a list. */
  choose(control: string, value: string): Promise<void>
  /** Takes the first of the options that an input offers. */
  take(option: string): Promise<void>
}

export const pointer = (page: Page): Hand => ({
  press: async (control) => (await found(page, control)).click(),
  type: (control, text) => page.locator(control).fill(text),
  choose: async (control, value) => void (await (await found(page, control)).select(value)),
  take: async (option) => (await found(page, option)).click(),
})

export const keyboard = (page: Page): Hand => ({
  async press(control) {
    const element = await found(page, control)
    const role = await element.evaluate((each) => each.getAttribute('role'))
    if (role === 'tab') return toTab(page, element)
    await reach(element)
    const isBox = await element.evaluate((each) => each instanceof HTMLInputElement)
    await page.keyboard.press(isBox ? 'Space' : 'Enter')
  },
  async type(control, text) {
    await reach(await found(page, control))
    await page.keyboard.down('Control')
    await page.keyboard.press('KeyA')
    await page.keyboard.up('Control')
    await page.keyboard.press('Backspace')
    await page.keyboard.sendCharacter(text)
  },
  async choose(control, value) {
    const list = await found(page, control)
    await reach(list)
    await page.keyboard.press('Home')
    for (let left = 100; left > 0 && (await chosenOption(list)) !== value; left--) {
      await page.keyboard.press('ArrowDown')
    }
  },
  async take(option) {
    const first = await found(page, option)
    const isSelected = await first.evaluate((each) => each.ariaSelected === 'true')
    if (!isSelected) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  },
})

/** A control by its role and its name, as a screen reader would find it. */
export const button = (name: string): string => named('button', name)
export const tab = (name: string): string => named('tab', name)
export const box = (name: string): string => named('checkbox', name)
export const list = (name: string): string => named('combobox', name)

async function found(page: Page, control: string): Promise<ElementHandle> {
  const element = await page.waitForSelector(control, { visible: true })
  if (!element) throw new Error(`There is no ${control}.`)
  return element
}

/** Moves the focus to a control that Tab stops at. */
async function reach(element: ElementHandle): Promise<void> {
  const isStop = await element.evaluate(
    (each) => each instanceof HTMLElement && each.tabIndex >= 0 && !each.matches(':disabled'),
  )
  if (!isStop) throw new Error('Tab does not stop at this element.')
  await element.focus()
}

/** Moves from the selected tab to another with the arrow key. */
async function toTab(page: Page, wanted: ElementHandle): Promise<void> {
  const tabs = await wanted.evaluateHandle((each) => each.parentElement?.querySelector('[tabindex="0"]'))
  await (tabs as ElementHandle<HTMLElement>).focus()
  for (let left = 20; left > 0; left--) {
    if (await wanted.evaluate((each) => each === document.activeElement)) return
    await page.keyboard.press('ArrowRight')
  }
  throw new Error('The arrow keys do not lead to this tab.')
}
