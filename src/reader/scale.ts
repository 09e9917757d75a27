/** CSS `zoom` and `transform` of the page around the element. Boxes are in pixels of the window; what a style sets is scaled. */

/** The zoom of an element in the top layer, which no transform reaches. */
export const zoomOf = (element: Partial<Pick<HTMLElement, 'currentCSSZoom'>>): number =>
  element.currentCSSZoom ?? 1;

/** How much larger than its own pixels an element is drawn. Rounded, because its height is, too. */
export const scaleOf = (element: HTMLElement): number =>
  Math.round((element.getBoundingClientRect().height / element.offsetHeight) * 100) / 100 || 1;
