/** The page in a frame gets the language, direction and look of the frame. */
export const copyLook = (wrapper: HTMLElement, root: HTMLElement): void => {
  root.lang = wrapper.lang || 'en';
  root.dir = wrapper.dir || 'ltr';
  root.style.cssText = wrapper.style.cssText;
};
