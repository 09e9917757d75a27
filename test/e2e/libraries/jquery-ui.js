import $ from 'jquery';
import './tag.js';

Object.assign(globalThis, { $, jQuery: $ });
await import('jquery-ui/dist/jquery-ui.js');
$('#upload').dialog({ autoOpen: false, modal: true, width: 700 });
$('#open').on('click', () => $('#upload').dialog('open'));
