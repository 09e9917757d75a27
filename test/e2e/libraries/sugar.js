import Sugar from 'sugar';

// Before the element is loaded: prototypes have its methods.
Sugar.extend({ objectPrototype: true });
const { app, html } = await import('./tag.js');
app.innerHTML = html;
