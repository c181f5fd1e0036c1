-- After each poll of a shop's orders its undecided differences are looked for among those of its store, not of the installation.
create index listing_epochs_undecided on listing_epochs (store_id)
  where sure <> booked + joined or unexplained <> sure;
