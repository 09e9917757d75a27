describe('a page', () => {
  it('that waits for nothing', () => new Promise(() => {}));
  it('that goes on after it', () => {});
});
